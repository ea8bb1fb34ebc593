-- Clearer texts of the plans, where no administrator has written others.
UPDATE products SET description_pl = 'Żeby poznać narzędzia.'
WHERE id = 0 AND description_pl = 'Na poznanie narzędzi.';
UPDATE products SET description_en = 'For one website or a small shop.'
WHERE id = 1 AND description_en = 'For one website and its shop window.';
UPDATE products SET description_pl = 'Dla jednej strony lub małego sklepu.'
WHERE id = 1 AND description_pl = 'Dla jednej strony i jej wizytówki w sieci.';
