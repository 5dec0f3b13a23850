import { runProcess } from '@frontdesk/service'
import { copilot } from './service.ts'

await runProcess([copilot])
