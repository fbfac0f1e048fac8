package struct ScreenDefinition {
  package struct Listing {
    package var query: any DefinitionBody
    package var opens: String?

    package init(query: any DefinitionBody, opens: String?) {
      (self.query, self.opens) = (query, opens)
    }
  }

  package struct Field {
    package var name: String
    package var body: any DefinitionBody

    package init(name: String, body: any DefinitionBody) { (self.name, self.body) = (name, body) }
  }

  package struct MenuEntry: Hashable, Sendable {
    package var command: String
    package var list: String?

    package init(command: String, list: String?) { (self.command, self.list) = (command, list) }
  }

  package var name: String
  package var type: String
  /// The query of a list screen; nil for a screen of one record.
  package var listing: Listing?
  package var title: String?
  package var formatters: [String]
  package var labels: [any DefinitionBody]
  package var fields: [Field]
  package var menu: [MenuEntry]

  package init(name: String, type: String) {
    (self.name, self.type) = (name, type)
    (formatters, labels, fields, menu) = ([], [], [], [])
  }
}

/// A part of a definition that only the host can interpret.
package protocol DefinitionBody {}
