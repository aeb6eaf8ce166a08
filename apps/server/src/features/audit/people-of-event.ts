type StoredPeople = {
  actor_id: string | null
  actor_name: string
  approved_by_id: string | null
  approved_by_name: string | null
}

/** The user of an event and, for a change that needed approval, the user who approved it. */
export function peopleOfEvent({ actor_id, actor_name, approved_by_id, approved_by_name }: StoredPeople) {
  return {
    actor: { id: actor_id, name: actor_name },
    approved_by: approved_by_name === null ? null : { id: approved_by_id, name: approved_by_name },
  }
}
