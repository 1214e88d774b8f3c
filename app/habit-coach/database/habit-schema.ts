/** Tables of the app under test. The rules that count rows live in the tools; these hold whatever they do. */
export const HABIT_SCHEMA = `
CREATE TABLE protocol (
	id TEXT PRIMARY KEY,
	title TEXT NOT NULL,
	category TEXT NOT NULL,
	summary TEXT NOT NULL,
	body TEXT NOT NULL,
	search_text TEXT NOT NULL,
	position INTEGER NOT NULL
) STRICT;
CREATE TABLE habit (
	number INTEGER PRIMARY KEY,
	id TEXT NOT NULL UNIQUE,
	protocol_id TEXT NOT NULL REFERENCES protocol (id),
	type TEXT NOT NULL CHECK (type IN ('build', 'break')),
	status TEXT NOT NULL CHECK (status IN ('active', 'archived')),
	frame_level TEXT NOT NULL CHECK (frame_level IN ('L2', 'L3')),
	framed_text TEXT NOT NULL CHECK (length(framed_text) BETWEEN 1 AND 200),
	anchor_when TEXT,
	anchor_after_what TEXT,
	dose_text TEXT,
	started_on TEXT NOT NULL
) STRICT;
CREATE TABLE entry (
	habit_id TEXT NOT NULL REFERENCES habit (id),
	date TEXT NOT NULL CHECK (date(date) IS date),
	value TEXT NOT NULL CHECK (value IN ('done', 'blank')),
	PRIMARY KEY (habit_id, date)
) STRICT;
`;
