import type { JsonObject } from '../json/json-value.ts';

/** Asks the user whether a destructive call may run. A gate that throws counts as no. */
export type ConfirmGate = (question: ConfirmQuestion) => boolean | Promise<boolean>;

export interface ConfirmQuestion {
	readonly toolName: string;
	readonly description: string;
	/** Validated arguments. */
	readonly arguments: JsonObject;
}
