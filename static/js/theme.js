// Runs before the first paint: pages from a cache, and error pages, follow the remembered theme.
(function () {
  "use strict";
  const apply = () => {
    const found = document.cookie.match(/(?:^|; )theme=(light|dark)(?:;|$)/);
    if (found) document.documentElement.dataset.theme = found[1];
    else delete document.documentElement.dataset.theme;
  };
  apply();
  window.addEventListener("pageshow", apply);
})();
