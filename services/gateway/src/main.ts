import { runProcess } from '@frontdesk/service'
import { gatewayService } from './service.ts'

await runProcess([gatewayService])
