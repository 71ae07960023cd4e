/** Texts of secrets that are shown only once. */

export const secretTexts = {
  link: { label: 'Invitation link', copy: 'Copy link', once: 'This link is shown only once.' },
  key: { label: 'Simulation key', copy: 'Copy key', once: 'This key is shown only once.' },
}
export const copied = 'Copied'
