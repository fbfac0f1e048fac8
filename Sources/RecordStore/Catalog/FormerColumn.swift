internal import Records

struct FormerColumn {
  var transaction: Int
  /// Nil if the property was dropped.
  var property: Property?
  var storage: Storage?
  var name: String
}

extension Catalog {
  func readFormerColumns() throws(StoreError) -> [Int: [FormerColumn]] {
    let rows = try engine.rows(
      """
      SELECT object, new, tx FROM wb_def WHERE object GLOB 'prop:*'
        AND object IN (SELECT object FROM wb_def WHERE old IS NOT NULL) ORDER BY seq
      """)
    var columns: [Int: [FormerColumn]] = [:]
    for row in rows {
      guard let number = row[0].text.flatMap({ Int($0.dropFirst("prop:".count)) }),
        let transaction = row[2].integer
      else { continue }
      let former = columns[number]?.last
      var property: Property?
      if let text = row[1].text { property = try self.property(definedBy: text) }
      columns[number, default: []].append(
        FormerColumn(
          transaction: transaction, property: property, storage: property.map(Storage.init),
          name: property?.name ?? former?.name ?? ""))
    }
    return columns
  }

  func property(definedBy text: String) throws(StoreError) -> Property {
    do {
      let names = try engine.rows("SELECT name FROM wb_type").compactMap { $0[0].text }
      return try definitions.propertyBeforeTail(
        text.quotingKind(of: text.definedName ?? "", Set(names)))
    } catch let error as DefinitionError {
      throw newer(text, error.message)
    } catch let error as StoreError {
      throw error
    } catch {
      throw newer(text, "\(error)")
    }
  }
}
