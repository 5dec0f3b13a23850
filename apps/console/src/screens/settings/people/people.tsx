import type { Schemas } from '@frontdesk/client'
import { useState } from 'react'
import { client } from '../../../app/client.ts'
import { useLanguage, useMessages } from '../../../app/language.tsx'
import { queryClient } from '../../../app/query-client.ts'
import { exactTime } from '../../../app/relative-time.ts'
import { useSession } from '../../../app/session.ts'
import { useAttempt } from '../../../app/use-attempt.ts'
import { Button } from '../../../components/button/button.tsx'
import { ConfirmDialog } from '../../../components/form-dialog/form-dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import { RelativeTime } from '../../../components/relative-time/relative-time.tsx'
import { type FieldOf, numberOrNull } from '../fields/field-of.ts'
import { RecordList } from '../fields/record-list.tsx'
import { useRecords } from '../fields/use-records.ts'
import { ShownOnce } from '../shown-once.tsx'
import { useTexts } from '../texts.ts'
import { usePeopleTexts } from './texts.ts'

type Agent = Schemas['Agent']
type Patch = Schemas['AgentPatch']
/** A link that the reader passes on. Its holder acts as that person, so it is shown once. */
type Link = { title: string; text: string; url: string; expiresAt?: string }

const blank = { id: '', name: '', email: '', role: 'agent', available: true } as Agent
const roles = ['agent', 'manager', 'admin'] as const

/** The people of the tenant: inviting them, what they may do, and their links. */
export function People() {
  const messages = useMessages()
  const { language } = useLanguage()
  const shared = useTexts()
  const texts = usePeopleTexts()
  const me = useSession().agent
  const [link, setLink] = useState<Link>()
  const { attempt, problem } = useAttempt()
  const [resetting, setResetting] = useState<Agent>()
  const agents = useRecords('agents', (options) => client.get('/api/agents', options))
  const show = (work: () => Promise<Link>) => attempt(async () => setLink(await work()))
  const again = () => void queryClient.invalidateQueries({ queryKey: ['agents'] })

  const fields = (agent: Agent): FieldOf<Agent, Patch>[] => [
    { kind: 'text', name: 'name', label: shared.name, isRequired: true },
    { kind: 'text', type: 'email', name: 'email', label: messages.signIn.email, isRequired: true },
    {
      kind: 'choice',
      name: 'role',
      label: texts.role,
      hint: texts.roleHints[agent.role],
      choices: roles.map((role) => [role, texts.roles[role]]),
    },
    ...(agent.id === ''
      ? []
      : ([
          {
            kind: 'number',
            name: 'capacity',
            label: texts.capacity,
            hint: texts.capacityHint,
            min: 1,
            step: 1,
            read: ({ capacity }) => (capacity === undefined ? '' : String(capacity)),
            write: (value) => ({ capacity: numberOrNull(value) }),
          },
          ...(agent.status === 'invited' || agent.id === me.id
            ? []
            : [
                {
                  kind: 'switch',
                  name: 'status',
                  label: texts.mayUse,
                  hint: texts.mayUseHint,
                  read: ({ status }) => status !== 'disabled',
                  write: (isOn) => ({ status: isOn ? 'active' : 'disabled' }),
                } satisfies FieldOf<Agent, Patch>,
              ]),
        ] satisfies FieldOf<Agent, Patch>[])),
  ]
  const inviteLink = (agent: Agent, inviteUrl: string): Link => ({
    title: texts.inviteTitle(agent.name),
    text: texts.inviteText,
    url: inviteUrl,
  })

  return (
    <>
      <ProblemNotice error={problem} />
      <RecordList
        records={agents}
        logKind="agent"
        fields={fields}
        summary={(agent) => ({
          name: agent.id === me.id ? texts.you(agent.name) : agent.name,
          detail: (
            <>
              {agent.email} · {texts.roles[agent.role]}
              {agent.lastSeenAt && (
                <>
                  {' '}
                  · {texts.seen} <RelativeTime at={agent.lastSeenAt} />
                </>
              )}
            </>
          ),
          badge:
            agent.status === 'invited'
              ? { text: texts.invited, tone: 'warn' }
              : agent.status === 'disabled'
                ? { text: texts.disabled, tone: 'bad' }
                : agent.hasTotp
                  ? { text: texts.hasTotp, tone: 'ok' }
                  : undefined,
        })}
        blank={blank}
        newTitle={texts.invite}
        empty={texts.empty}
        create={async ({ name, email, role }) => {
          const made = await client.post('/api/agents', { body: { name, email, role, invite: true } })
          again()
          if (made.inviteUrl !== undefined) setLink(inviteLink(made, made.inviteUrl))
        }}
        update={async ({ id }, body) => {
          await client.patch('/api/agents/{agentId}', { path: { agentId: id }, body })
          again()
        }}
        remove={async ({ id }) => {
          await client.delete('/api/agents/{agentId}', { path: { agentId: id } })
          again()
        }}
        removeText={texts.removeText}
        actions={(agent) => {
          const path = { agentId: agent.id }
          return (
            <>
              {agent.status === 'invited' && (
                <Button
                  onClick={() =>
                    show(async () => {
                      const { inviteUrl, expiresAt } = await client.post('/api/agents/{agentId}/invite', { path })
                      return { ...inviteLink(agent, inviteUrl), expiresAt }
                    })
                  }
                >
                  {texts.newInvite}
                </Button>
              )}
              {agent.hasPassword && agent.status === 'active' && (
                <Button
                  onClick={() =>
                    show(async () => ({
                      title: texts.resetTitle(agent.name),
                      text: texts.resetText,
                      ...(await client.post('/api/agents/{agentId}/reset-link', { path })),
                    }))
                  }
                >
                  {texts.resetLink}
                </Button>
              )}
              {agent.hasTotp && agent.id !== me.id && (
                <Button onClick={() => setResetting(agent)}>{texts.resetTotp}</Button>
              )}
            </>
          )
        }}
      />
      {link && (
        <ShownOnce
          title={link.title}
          text={link.text}
          label={texts.link}
          secret={new URL(link.url, location.origin).href}
          onClose={() => setLink(undefined)}
        >
          {link.expiresAt && <p>{texts.expires(exactTime(link.expiresAt, language))}</p>}
        </ShownOnce>
      )}
      {resetting && (
        <ConfirmDialog
          title={texts.resetTotpTitle(resetting.name)}
          text={texts.resetTotpText}
          confirm={texts.resetTotp}
          onConfirm={async () => {
            await client.post('/api/agents/{agentId}/reset-totp', { path: { agentId: resetting.id } })
            agents.readAgain()
          }}
          onClose={() => setResetting(undefined)}
        />
      )}
    </>
  )
}
