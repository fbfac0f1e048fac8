/// Ends a query whose rows nobody wants any more.
struct Unheard: Error {}
