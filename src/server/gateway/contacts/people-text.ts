/** How many people of a list a refusal concerns: "5 of these 7 people", "All 7 people" or "This person". */
export function peopleText(people: number, total: number): string {
  if (people < total) return `${people} of these ${total} people`
  return total === 1 ? 'This person' : `All ${total} people`
}
