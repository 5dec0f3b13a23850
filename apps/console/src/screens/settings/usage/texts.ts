import { screenTexts } from '../../../app/language.tsx'

const en = {
  month: 'Month',
  total: 'In all',
  days: 'By day',
  day: 'Day',
  what: 'What',
  count: 'Count',
  names: {
    questions: 'Questions',
    promptTokens: 'Prompt tokens',
    completionTokens: 'Completion tokens',
    copilotPromptTokens: 'Prompt tokens of the copilot',
    copilotCompletionTokens: 'Completion tokens of the copilot',
    pages: 'Pages',
    deliveries: 'Webhook deliveries',
    channelMessages: 'Messages received by email, WhatsApp and SMS',
    channelReplies: 'Messages sent by email, WhatsApp and SMS',
  },
}
const sv: typeof en = {
  month: 'Månad',
  total: 'Totalt',
  days: 'Per dag',
  day: 'Dag',
  what: 'Vad',
  count: 'Antal',
  names: {
    questions: 'Frågor',
    promptTokens: 'Prompttokens',
    completionTokens: 'Svarstokens',
    copilotPromptTokens: 'Copilotens prompttokens',
    copilotCompletionTokens: 'Copilotens svarstokens',
    pages: 'Sidor',
    deliveries: 'Webhook-leveranser',
    channelMessages: 'Mottaget via e-post, WhatsApp och SMS',
    channelReplies: 'Skickat via e-post, WhatsApp och SMS',
  },
}
export const useUsageTexts = screenTexts({ en, sv })
