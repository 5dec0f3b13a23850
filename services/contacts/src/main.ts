import { runProcess } from '@frontdesk/service'
import { contacts } from './service.ts'

await runProcess([contacts])
