/** Texts of the setting for how long calls are kept. */
export const loadingRetention = 'Loading how long calls are kept…'
export const keptCalls = 'Calls that ended'
export const keptCallsIntro =
  'The service does not show the transcript of a call that has ended. Switchboard keeps what it saw of each call in this workspace: the person, the agent and the transcript. Everybody who may see live calls may read it. A shorter time deletes older calls at once. Rows of batches are in no workspace, so they are kept as long as the workspace that keeps calls the longest.'
export const daysLabel = 'Days to keep calls'
export const daysHint = 'Counted from when a call was last seen. 0 keeps nothing.'
