import type { Charge } from '../../contract/endpoint.ts';
import type { KeyedAnswer } from '../../idempotency/idempotency.ts';
import type { InSpan } from '../../running/request-context.ts';
import type { ChargeCall } from './charge-call.ts';
import { type ChargeSteps, Charging, type ChargingParts } from './charging-service.ts';

/** Charging whose operations are parts of traces. */
export class TracedCharging extends Charging {
  readonly #inSpan: InSpan;

  constructor(parts: ChargingParts, inSpan: InSpan) {
    super(parts);
    this.#inSpan = inSpan;
  }

  override chargeOnce<Body extends object, Prepared = undefined, Status extends number = 200>(
    charge: Charge,
    call: ChargeCall,
    steps: ChargeSteps<Prepared, Body, Status>,
  ): Promise<KeyedAnswer<Status, Body>> {
    const about = { 'charge.operation': charge.operation, 'charge.class': charge.creditClass };
    return this.#inSpan(`charge ${charge.operation}`, about, () => super.chargeOnce(charge, call, steps));
  }
}
