import { cardEndpoints, REVEAL_SECONDS } from '@backoffice/contract/cards'
import type { CardSummary } from '@backoffice/contract/inquiries'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { Form } from '../../kit/form/form.tsx'
import { FormRefusal } from '../../kit/form/form-refusal.tsx'
import { useWrite } from '../../kit/form/use-write.ts'
import { call } from '../../net/call.ts'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CardReasonFields, useCardReasonForm } from '../files/tracked/card-reason.tsx'
import type { WholeNumbersReason } from '../files/tracked/download.ts'
import css from './reveal.module.css'

type RevealedNumber = { cardId: string; number: string; untilMs: number }

/** The one revealed number, kept only here. Masked after 30 seconds, or when the page is hidden, left or locked. */
export function useReveal() {
  const [shown, setShown] = useState<RevealedNumber>()
  const mask = useCallback(() => setShown(undefined), [])
  const isShown = shown !== undefined
  useEffect(() => {
    if (!isShown) return
    // Synchronous, so that tab previews and frozen pages never contain the number.
    const maskNow = () => flushSync(mask)
    const onVisibility = () => document.hidden && maskNow()
    document.addEventListener('visibilitychange', onVisibility)
    addEventListener('pagehide', maskNow)
    addEventListener('beforeprint', maskNow)
    const unsubscribe = useSession.subscribe(({ lock, end, auth }) => {
      if (lock !== undefined || end !== undefined || auth.token === '') mask()
    })
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      removeEventListener('pagehide', maskNow)
      removeEventListener('beforeprint', maskNow)
      unsubscribe()
    }
  }, [isShown, mask])
  const untilMs = shown?.untilMs
  useEffect(() => {
    if (untilMs === undefined) return
    const timer = setTimeout(mask, untilMs - Date.now())
    return () => clearTimeout(timer)
  }, [untilMs, mask])
  return {
    shown,
    mask,
    show(cardId: string, number: string) {
      // The page may be hidden or locked by now.
      if (document.hidden || useSession.getState().lock !== undefined) return
      setShown({ cardId, number, untilMs: Date.now() + REVEAL_SECONDS * 1000 })
    },
  }
}

type Props = {
  card: CardSummary
  /** Initial values, from the inquiry. */
  purpose: string
  ticket: string
  reveal: ReturnType<typeof useReveal>
}

export function Reveal({ card, purpose, ticket, reveal }: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isShown = reveal.shown?.cardId === card.card_id
  if (isShown)
    return (
      <span className={css.revealButton}>
        <Countdown untilMs={reveal.shown?.untilMs ?? 0} />
        <Button onClick={reveal.mask}>Mask</Button>
      </span>
    )
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <span className={css.revealButton}>
        <PermissionGate permission="card:unmask">
          <Button
            ref={button}
            icon={<Icon name="eye" size={14} />}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            Reveal
          </Button>
        </PermissionGate>
      </span>
      {isOpen && (
        <RevealForm
          start={{ reason: purpose, ticket_no: ticket }}
          cardId={card.card_id}
          onCancel={close}
          onShow={(number) => {
            setOpen(false)
            reveal.show(card.card_id, number)
          }}
        />
      )}
    </>
  )
}

type FormProps = {
  start: { reason: string; ticket_no: string }
  cardId: string
  onCancel: () => void
  onShow: (number: string) => void
}

function RevealForm({ start, cardId, onCancel, onShow }: FormProps) {
  const { data } = useQuery(revealQuotaQuery)
  // Not a query, because its cache would keep the number.
  const reveal = useWrite({
    run: (reason: WholeNumbersReason) => call(cardEndpoints.reveal, { body: { card_id: cardId, ...reason } }),
    close: ({ card_number }) => onShow(card_number),
  })
  const form = useCardReasonForm({ values: start, onReason: reveal.send })
  return (
    <Form form={form} className={css.reveal} aria-label="Reveal">
      <FormRefusal form={form} />
      <CardReasonFields form={form} />
      <Button type="submit" busy={form.busy}>
        Reveal for {REVEAL_SECONDS} s
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
      <p>Recorded with your name.{data && ` ${data.used} of ${data.quota} used today.`}</p>
    </Form>
  )
}

function Countdown({ untilMs }: { untilMs: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((untilMs - now) / 1000))
  return <span role="timer">masked in {seconds} s</span>
}

const revealQuotaQuery = queryOptions({
  queryKey: ['card', 'reveal-quota'],
  queryFn: ({ signal }) => call(cardEndpoints.revealQuota, { signal }),
  // Other tabs use the same quota.
  gcTime: 0,
})
