import { runProcess } from '@frontdesk/service'
import { analyticsService } from './service.ts'

await runProcess([analyticsService])
