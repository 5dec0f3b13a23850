import { runProcess } from '@frontdesk/service'
import { copilotService } from './service.ts'

await runProcess([copilotService])
