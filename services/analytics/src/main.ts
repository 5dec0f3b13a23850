import { runProcess } from '@frontdesk/service'
import { analytics } from './service.ts'

await runProcess([analytics])
