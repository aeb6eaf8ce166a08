import { create } from 'zustand'

/** Whether the sidebar is open over a narrow screen. */
export const useMenu = create<{ open: boolean }>()(() => ({ open: false }))

export function setMenu(open: boolean): void {
  useMenu.setState({ open })
}
