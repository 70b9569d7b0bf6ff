"""What every feature receives: settings, services, time, randomness, limits and refusals."""
