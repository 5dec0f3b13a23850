import { runProcess } from '@frontdesk/service'
import { gateway } from './service.ts'

await runProcess([gateway])
