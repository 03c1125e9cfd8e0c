import { Simulation } from './simulation.tsx'
import { Strategies } from './strategies.tsx'
import './routing.css'

/** How requests find their way: who would be asked for one, and by which strategy each model is routed. */
export function RoutingTab() {
  return (
    <>
      <Simulation />
      <Strategies />
    </>
  )
}
