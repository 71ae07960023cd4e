// Before the first paint, so that nothing flashes: what this browser remembers of the look becomes attributes of the document,
// which the style sheet and src/shell/preferences.ts read.
for (const name of ['theme', 'density', 'rail', 'keys', 'hold']) {
  try {
    const value = localStorage.getItem(`switchboard.${name}`)
    if (value) document.documentElement.dataset[name] = value
  } catch {
    // A browser that remembers nothing shows the defaults.
  }
}
