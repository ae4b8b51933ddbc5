-- What a token permits: names separated by spaces. Older tokens keep what they could do.
ALTER TABLE tokens ADD COLUMN scopes TEXT NOT NULL DEFAULT 'read play study';

-- When the account was deleted. Nothing may be stored for it afterwards.
ALTER TABLE people ADD COLUMN deleted BIGINT;
