/** Texts of the setting for how long figures are kept. */
export const loadingRetention = 'Loading how long figures are kept…'
export const figures = 'Figures about calls and decisions'
export const figuresIntro =
  'The pages of answers count calls and decisions that the team has seen. They have no names, numbers or texts, and are kept for all workspaces, longer than the calls themselves. A shorter time deletes older figures at once.'
export const daysLabel = 'Days to keep figures'
export const daysHint = 'Counted from when a call began. 800 days compare a year with the one before.'
