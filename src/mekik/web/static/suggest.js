"use strict";
// Suggestions below the search box while one types. Without this script the box is a plain form.
(() => {
  const box = document.getElementById("q");
  const list = document.getElementById("suggestions");
  if (!box || !list) return;
  box.setAttribute("role", "combobox");
  box.setAttribute("aria-autocomplete", "list");
  box.setAttribute("aria-controls", list.id);
  box.setAttribute("aria-expanded", "false");
  let timer = 0, request = null, typed = box.value, active = -1;

  const close = () => {
    list.hidden = true;
    active = -1;
    box.setAttribute("aria-expanded", "false");
    box.removeAttribute("aria-activedescendant");
  };
  const choose = (place) => {
    const options = [...list.children];
    active = (place + options.length + 1) % (options.length + 1);
    options.forEach((option, at) => option.setAttribute("aria-selected", String(at === active)));
    if (active < options.length) {
      box.value = options[active].textContent;
      box.setAttribute("aria-activedescendant", options[active].id);
    } else {
      box.value = typed;
      active = -1;
      box.removeAttribute("aria-activedescendant");
    }
  };
  const show = (found) => {
    list.replaceChildren(...found.map((text, at) => {
      const option = document.createElement("li");
      option.id = `suggestion-${at}`;
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", "false");
      option.textContent = text;
      return option;
    }));
    active = -1;
    list.hidden = !found.length;
    box.setAttribute("aria-expanded", String(found.length > 0));
    box.removeAttribute("aria-activedescendant");
    told(found.length ? box.dataset.suggestions.replace("#", found.length) : box.dataset.none);
  };
  const ask = async () => {
    if (request) request.abort();
    request = new AbortController();
    try {
      const answer = await fetch(`/api/v1/suggest?${new URLSearchParams({ q: typed })}`, { signal: request.signal });
      if (answer.ok && document.activeElement === box) show((await answer.json())[1]);
    } catch (error) {
      if (error.name !== "AbortError") close();
    }
  };
  box.addEventListener("input", () => {
    typed = box.value;
    clearTimeout(timer);
    if (typed.trim().length < 2) close();
    else timer = setTimeout(ask, 120);
  });
  box.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      choose(active === -1 && event.key === "ArrowUp" ? list.children.length - 1 : active + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Escape") {
      event.preventDefault();
      box.value = typed;
      close();
    }
  });
  list.addEventListener("mousedown", (event) => {
    const option = event.target.closest("li");
    if (!option) return;
    event.preventDefault();
    box.value = option.textContent;
    box.form.requestSubmit();
  });
  box.addEventListener("blur", () => setTimeout(close, 100));
  box.form.addEventListener("submit", close);
})();
