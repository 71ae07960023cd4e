/** Texts of the settings for how long calls and figures are kept. */
export const calls = {
  loading: 'Loading how long calls are kept…',
  title: 'How long calls are kept',
  intro:
    'Switchboard stores what it received while someone watched a call of this workspace, and the results of batch calls that it read after they ended: person, agent and transcript. Anyone who can see live calls can read them. If you shorten the time, older calls are deleted immediately. This cannot be undone. Batch rows belong to no workspace and follow the longest setting of all workspaces.',
  days: 'Days to keep calls',
  daysHint: 'Counted from when Switchboard last received the call. 0 keeps nothing.',
  saved: 'days to keep calls',
}
export const figures = {
  loading: 'Loading how long figures are kept…',
  title: 'How long figures are kept',
  intro:
    'Figures about calls and decisions are shown under Reports. They contain no customer names, phone numbers or message texts. They do contain reviewers’ names and reasons of rejections. This setting applies to all workspaces. Figures about calls are kept at least as long as the calls. If you shorten the time, older figures are deleted immediately. This cannot be undone.',
  days: 'Days to keep figures',
  daysHint:
    'Counted from the start of a call or the time of a decision. With 800 days you can compare a year with the previous one.',
  saved: 'days to keep figures',
}
