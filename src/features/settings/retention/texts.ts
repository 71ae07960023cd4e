/** Texts of the settings for how long calls and figures are kept. */
export const calls = {
  loading: 'Loading how long calls are kept…',
  title: 'Calls that ended',
  intro:
    'The service does not show the transcript of a call that has ended. Switchboard keeps what it saw of each call in this workspace: the person, the agent and the transcript. Everybody who may see live calls may read it. A shorter time deletes older calls at once. Rows of batches are in no workspace, so they are kept as long as the workspace that keeps calls the longest.',
  days: 'Days to keep calls',
  daysHint: 'Counted from when a call was last seen. 0 keeps nothing.',
  saved: 'days to keep calls',
}
export const figures = {
  loading: 'Loading how long figures are kept…',
  title: 'Figures about calls and decisions',
  intro:
    'The pages of answers count calls and decisions that the team has seen. They have no names, numbers or texts, and are kept for all workspaces, longer than the calls themselves. A shorter time deletes older figures at once.',
  days: 'Days to keep figures',
  daysHint: 'Counted from when a call began. 800 days compare a year with the one before.',
  saved: 'days to keep figures',
}
