-- PostgreSQL has statistics of its own.
SELECT 1;
