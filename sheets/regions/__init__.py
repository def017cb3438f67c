"""What each region of a page shows. The page, the answer of an act and the stream build it here alike."""
