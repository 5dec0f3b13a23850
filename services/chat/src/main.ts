import { runProcess } from '@frontdesk/service'
import { chat } from './service.ts'

await runProcess([chat])
