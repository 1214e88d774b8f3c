/**
 * Consecutive days done that end today or, where today is not done (yet), yesterday. Earlier, a day left blank or not
 * recorded ends it. `daysDone` are distinct, `YYYY-MM-DD`, latest first.
 */
export function streakOf(daysDone: readonly string[], today: string): number {
	let days = 0;
	let expected = daysDone[0] === today ? today : dayBefore(today);
	for (const day of daysDone) {
		if (day !== expected) break;
		days += 1;
		expected = dayBefore(expected);
	}
	return days;
}

function dayBefore(day: string): string {
	return new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;
