import { create } from 'zustand'
import { onSessionEnd } from '../../session/sign-out.ts'
import type { Mention } from './mentions.ts'

/** A note that was not added yet. `mentions`: users that were chosen, still in the text or not. */
export type NoteDraft = { text: string; mentions: readonly Mention[] }

const EMPTY: NoteDraft = { text: '', mentions: [] }

/** Drafts by case id, in memory: a draft survives the way to another case and back. */
const useDrafts = create<Readonly<Record<string, NoteDraft>>>()(() => ({}))

export function useNoteDraft(caseId: string) {
  const draft = useDrafts((drafts) => drafts[caseId]) ?? EMPTY
  return { draft, setDraft: (next: NoteDraft) => setNoteDraft(caseId, next) }
}

export function setNoteDraft(caseId: string, draft: NoteDraft = EMPTY): void {
  useDrafts.setState({ [caseId]: draft })
}

onSessionEnd(() => useDrafts.setState({}, true))
