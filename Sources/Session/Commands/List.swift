internal import CommandLanguage
internal import RecordStore
internal import Records

extension Session {
  /// `list`: prints the records of a type, in the order asked for or that of their numbers.
  func list(_ syntax: QuerySyntax) throws(Diagnostic) {
    let type = try type(syntax.type)
    let query = try query(syntax, of: type)
    say(.tableBegins([Column("ref")] + type.properties.map(\.column)))
    let properties = type.properties
    do {
      try store.select(query) { number, values in
        guard configuration.isHeard() else { throw Unheard() }
        let cells = try zip(values, properties).map {
          Datum(try shown($0), of: $1, isRevealed: syntax.isRevealed)
        }
        say(.row([.text(RecordID(type.name, number).description)] + cells))
      }
    } catch is Unheard {
      // The table ends here for those who have turned away.
    } catch let error as Diagnostic {
      throw error
    } catch let error as StoreError {
      throw Diagnostic(error).at(syntax.condition?.span ?? syntax.type.span)
    } catch {
      preconditionFailure("the store throws its own errors")
    }
    say(.tableEnds)
  }

  func query(_ syntax: QuerySyntax, of type: RecordType) throws(Diagnostic) -> Query {
    var query = Query(type.name, limit: syntax.limit?.value)
    if let condition = syntax.condition {
      let bound = try compile(condition, for: type)
      query.condition = bound.compiled
      query.parameters = bound.parameters
    }
    for order in syntax.order {
      let bound = try compile(order.expression, for: type, parameters: query.parameters)
      query.order.append(Query.Order(bound.compiled, isDescending: order.isDescending))
      query.parameters = bound.parameters
    }
    return query
  }
}
