/** IANA name of this machine's zone, such as `Asia/Seoul`. */
export function machineZone(): string {
	return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A moment in a run's log: ISO 8601, and the zone of the machine that ran it. */
export interface Started {
	readonly startedAt: string;
	/** IANA name; UTC if absent or unknown to this machine. */
	readonly timeZone?: string;
}

/** `2026-11-26 08:22 KST`. A text that is no time is unchanged. */
export function localTime({ startedAt, timeZone }: Started): string {
	const { date, hour, minute, timeZoneName = '' } = clockOf(startedAt, timeZone) ?? {};
	if (date === undefined) return startedAt;
	return `${date} ${hour}:${minute} ${timeZone === 'Asia/Seoul' ? 'KST' : timeZoneName}`;
}

/** {@link localTime}, if the start is known. */
export function startedText({ startedAt, timeZone }: Unknown<Started>): string | undefined {
	return startedAt === undefined ? undefined : localTime({ startedAt, timeZone });
}

type Unknown<T> = { readonly [K in keyof T]?: T[K] };

/** `2026-11-26`. */
export function localDate({ startedAt, timeZone }: Started): string {
	return clockOf(startedAt, timeZone)?.date ?? startedAt;
}

/** `2026-11-26T08-22-30`, as folders are named. */
export function folderTime(now: Date, timeZone: string = machineZone()): string {
	const { date, hour, minute, second } = clockOf(now.toISOString(), timeZone) ?? {};
	return `${date}T${hour}-${minute}-${second}`;
}

type Clock = Readonly<Partial<Record<Intl.DateTimeFormatPartTypes, string>>> & { readonly date: string };

function clockOf(iso: string, timeZone = 'UTC'): Clock | undefined {
	const at = new Date(iso);
	if (Number.isNaN(at.getTime())) return undefined;
	const parts = Object.fromEntries(
		formatOf(timeZone)
			.formatToParts(at)
			.map(({ type, value }) => [type, value]),
	);
	return { ...parts, date: `${parts.year}-${parts.month}-${parts.day}` };
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
	const two = '2-digit';
	const fields = { month: two, day: two, hour: two, minute: two, second: two } as const;
	const options = { year: 'numeric', ...fields, hourCycle: 'h23', timeZoneName: 'short' } as const;
	try {
		return new Intl.DateTimeFormat('en-US', { ...options, timeZone });
	} catch {
		return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
	}
}
