/** Language models that a form suggests. Only suggestions: a service may support others (interface 1). */
export const knownModels = [
  'gpt-4o-mini',
  'gpt-4o',
  'gpt-4.1',
  'gpt-4.1-mini',
  'gemini-2.5-flash',
  'gemini-2.0-flash-001',
]
