"""Pictures of tables and tiles, drawn."""
