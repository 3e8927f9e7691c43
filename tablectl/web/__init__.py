"""The page: the table as tablectl believes it, questions to answer with one press, the same data as JSON."""
