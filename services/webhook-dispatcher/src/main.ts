import { runProcess } from '@frontdesk/service'
import { webhookDispatcher } from './service.ts'

await runProcess([webhookDispatcher])
