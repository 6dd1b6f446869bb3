"""Documents for problems that are quicker said by a call. docs/models.md shows all kinds of document."""


def _document(kind, of, name):
    document = {kind: {key: value for key, value in of.items() if value is not None}}
    if name is not None:
        document["name"] = name
    return document


def tour(places, *, open=None, start=None, end=None, name=None):
    """The shortest tour of places: a dict of name: (x, y), or a list of (x, y)."""
    named = places.items() if isinstance(places, dict) else enumerate(places)
    return _document("tour", {"places": [{"name": key, "x": x, "y": y} for key, (x, y) in named], "open": open, "start": start, "end": end}, name)


def routes(depot, customers, capacity, *, vehicles=None, name=None):
    """The shortest routes from a depot (x, y) to customers, a dict of name: (x, y, demand) or a list, by vehicles of one capacity."""
    named = customers.items() if isinstance(customers, dict) else enumerate(customers, 1)
    places = [{"name": key, "x": x, "y": y, "demand": demand} for key, (x, y, demand) in named]
    return _document("routes", {"depot": {"name": "depot", "x": depot[0], "y": depot[1]}, "customers": places, "capacity": capacity,
                                "vehicles": vehicles}, name)


def assignment(flows, distances, *, facilities=None, locations=None, name=None):
    """Facilities to locations, at the least sum of flow times distance: two matrices of n rows."""
    return _document("assignment", {"flows": flows, "distances": distances, "facilities": facilities, "locations": locations}, name)


def qubo(terms, *, offset=None, name=None):
    """Bits at the least sum: a dict of (a, b): weight, as dimod has it, or a matrix."""
    if isinstance(terms, dict):
        return _document("qubo", {"terms": [[a, b, w] for (a, b), w in terms.items()], "offset": offset}, name)
    return _document("qubo", {"matrix": terms, "offset": offset}, name)
