/** The style of the reference page. */
export const style = `
:root {
  color-scheme: light dark;
  --surface: light-dark(oklch(0.985 0.003 85), oklch(0.19 0.004 75));
  --raised: light-dark(oklch(1 0 0), oklch(0.226 0.005 75));
  --line: light-dark(oklch(0.9 0.005 85), oklch(0.285 0.005 75));
  --ink: light-dark(oklch(0.235 0.012 75), oklch(0.94 0.004 85));
  --soft: light-dark(oklch(0.4 0.012 75), oklch(0.81 0.006 85));
  --muted: light-dark(oklch(0.485 0.012 75), oklch(0.715 0.008 85));
  --accent: light-dark(oklch(0.46 0.145 264), oklch(0.77 0.105 262));
  --accent-soft: light-dark(oklch(0.46 0.145 264 / 0.085), oklch(0.77 0.105 262 / 0.14));
  --live: light-dark(oklch(0.49 0.115 58), oklch(0.83 0.13 78));
  --live-soft: light-dark(oklch(0.71 0.16 63 / 0.12), oklch(0.83 0.15 76 / 0.13));
  --danger: light-dark(oklch(0.5 0.18 27), oklch(0.75 0.13 27));
  --mono: "JetBrains Mono", ui-monospace, "Liberation Mono", monospace;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--surface); color: var(--ink);
  font: 0.875rem/1.4375rem "Inter Variable", Inter, system-ui, sans-serif;
  display: grid; grid-template-columns: 15rem minmax(0, 1fr);
}
a { color: var(--accent); text-decoration: none; }
a:hover, main p a, main td a { text-decoration: underline; }
a:focus-visible, pre:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 0.5rem; background: var(--raised); padding: 0.25rem 0.5rem; }
nav {
  position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.25rem 1rem 2rem 1.25rem;
  border-right: 1px solid var(--line); font-size: 0.8125rem; line-height: 1.125rem;
}
nav p { margin: 1.125rem 0 0.25rem; color: var(--muted); font-weight: 550; }
nav p:first-child { margin-top: 0; color: var(--ink); font-size: 0.875rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li { padding: 0.1875rem 0; }
nav a { color: var(--soft); }
main { padding: 2rem clamp(1.25rem, 4vw, 3.5rem) 6rem; max-width: 66rem; }
h1 { font-size: 1.5rem; line-height: 1.875rem; letter-spacing: -0.012em; margin: 0.75rem 0 0.25rem; font-weight: 620; }
h2 { font-size: 1.25rem; line-height: 1.75rem; letter-spacing: -0.01em; margin: 3rem 0 0.75rem; font-weight: 600; }
h3 { font-size: 1rem; line-height: 1.5rem; margin: 0; font-weight: 600; overflow-wrap: anywhere; }
h4 { font-size: 0.8125rem; margin: 1.125rem 0 0.375rem; color: var(--muted); font-weight: 550; }
h5 { font-size: 0.8125rem; margin: 0.75rem 0 0.25rem; color: var(--soft); font-weight: 450; }
h3 a.anchor { color: inherit; }
main > p, .lead { max-width: 72ch; }
.lead { color: var(--soft); margin: 0 0 1rem; }
article { background: var(--raised); border: 1px solid var(--line); border-radius: 0.5rem; padding: 1rem 1.125rem 1.125rem; margin: 0 0 1rem; }
article > p { margin: 0.25rem 0 0; max-width: 72ch; color: var(--soft); }
code, pre, .mono { font-family: var(--mono); font-size: 0.8125rem; }
pre { margin: 0; padding: 0.75rem 0.875rem; border: 1px solid var(--line); border-radius: 0.3125rem; background: var(--surface); overflow: auto; max-height: 20rem; line-height: 1.25rem; }
.method { font-family: var(--mono); font-size: 0.75rem; font-weight: 600; color: var(--accent); margin-right: 0.5rem; }
.method.delete { color: var(--danger); }
.badge { font-size: 0.75rem; line-height: 1.125rem; padding: 0 0.375rem; border-radius: 0.1875rem; background: var(--accent-soft); color: var(--accent); white-space: nowrap; }
.badge.simulation { background: var(--live-soft); color: var(--live); font-weight: 600; letter-spacing: 0.03em; }
.facts { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; color: var(--muted); font-size: 0.8125rem; margin-top: 0.375rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.8125rem; line-height: 1.25rem; }
th { text-align: left; font-weight: 550; color: var(--muted); }
th, td { padding: 0.3125rem 0.75rem 0.3125rem 0; border-top: 1px solid var(--line); vertical-align: top; }
thead th { border-top: 0; }
td:first-child, tbody th { white-space: nowrap; font-family: var(--mono); font-weight: 400; color: var(--ink); width: 1%; padding-right: 1.5rem; }
.need { color: var(--muted); }
@media (max-width: 52rem) {
  body { display: block; }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); columns: 2; }
  /* Nothing scrolls sideways, so no table needs a place in the tab order. */
  .wide { overflow-x: visible; }
  th, td, td:first-child, tbody th { white-space: normal; overflow-wrap: anywhere; padding-right: 0.5rem; }
  thead th { overflow-wrap: normal; }
}
@media print {
  :root { color-scheme: light; }
  body { display: block; font-size: 10pt; background: none; }
  nav { position: static; height: auto; border: 0; columns: 3; break-after: page; }
  main { max-width: none; padding: 0; }
  article { break-inside: avoid-page; border-color: #bbb; }
  pre { white-space: pre-wrap; max-height: none; }
  h2, h3, h4 { break-after: avoid; }
}
`
