// Shows how far the start of the server is, and opens the page as soon as it is ready.
(() => {
  const part = (id) => document.getElementById(id);
  const show = ({ step, done, of }) => {
    // Screen readers read out each change of the step; the numbers would interrupt them.
    if (part("step").textContent !== step) part("step").textContent = step;
    part("count").textContent = `${done}/${of}`;
    part("bar").max = of || 1;
    part("bar").value = done;
    part("count").hidden = part("bar").hidden = of === 0;
  };
  const ask = async () => {
    try {
      // The address of the page, since a proxy may not pass on others.
      const answer = await fetch(location.href, { headers: { Accept: "application/json" }, cache: "no-store" });
      const body = await answer.json().catch(() => ({}));
      if (body.code !== "server.starting") return location.reload();
      show(body);
    } catch {
      // The server may be between the start and its first response.
    }
    setTimeout(ask, 1000);
  };
  setTimeout(ask, 1000);
})();
