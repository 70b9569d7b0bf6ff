"""What every feature is given: settings, services, time, chance, limits and refusals."""
