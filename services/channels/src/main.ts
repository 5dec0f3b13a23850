import { runProcess } from '@frontdesk/service'
import { channels } from './service.ts'

await runProcess([channels])
