-- Of a bucket's multipart upload; null with the local storage.
ALTER TABLE files ADD COLUMN upload_id text CHECK (length(upload_id) <= 1024);
