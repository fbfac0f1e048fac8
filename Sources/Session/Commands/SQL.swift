internal import CommandLanguage
internal import RecordStore

extension Session {
  /// `sql`: reads any table of the store by one statement of SQL.
  func sql(_ statement: Spanned<String>) throws(Diagnostic) {
    do {
      try store.sql(
        statement.value,
        columns: { names in say(.tableBegins(Self.distinct(names).map { Column($0) })) },
        row: { values in
          guard configuration.isHeard() else { throw Unheard() }
          say(.row(values.map { Datum($0) }))
        })
    } catch is Unheard {
      // The table ends here for those who have turned away.
    } catch let error as StoreError {
      throw Diagnostic(error).at(statement.span)
    } catch {
      preconditionFailure("the store throws its own errors")
    }
    say(.tableEnds)
  }

  /// The names of columns, those that come again with a number: an object has each key once.
  private static func distinct(_ names: [String]) -> [String] {
    var taken: Set<String> = []
    return names.map { name in
      var result = name
      var count = 1
      while !taken.insert(result).inserted {
        count += 1
        result = "\(name):\(count)"
      }
      return result
    }
  }
}
