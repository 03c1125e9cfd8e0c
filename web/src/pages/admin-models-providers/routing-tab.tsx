import { useSettings } from '../../lib/settings/use-settings.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { Simulation } from './simulation.tsx'
import { Strategies } from './strategies.tsx'
import { StrategyCard } from './strategy-card.tsx'
import './routing.css'

/** How requests find their way: what holds for all models, who would be asked for a request, and what single models have of their own. */
export function RoutingTab() {
  const settings = useSettings('routing')
  useUnsaved(settings.changes.length > 0)
  return (
    <div className="rt">
      <StrategyCard settings={settings} />
      <div className="rt-main">
        <Simulation settings={settings} />
        <Strategies standard={settings.query.data?.values['relay.strategy']} />
      </div>
    </div>
  )
}
