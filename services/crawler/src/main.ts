import { runProcess } from '@frontdesk/service'
import { crawler } from './service.ts'

await runProcess([crawler])
