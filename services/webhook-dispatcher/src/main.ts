import { runProcess } from '@frontdesk/service'
import { webhookDispatcherService } from './service.ts'

await runProcess([webhookDispatcherService])
