internal import CommandLanguage
internal import Interactors
internal import Records
internal import Validation

extension Session {
  /// `option`: chooses the locale of labels and fields that name none, and formats them anew.
  ///
  /// What is being edited keeps its symbols until the editing ends.
  func option(_ command: OptionSyntax) throws(Diagnostic) {
    switch command {
    case .locale(let locale):
      symbols = try symbols(locale)
      self.locale = locale.value
      for label in labels where !label.hasOwnLocale { write(label) }
      for field in fields where !field.options.hasOwnLocale {
        field.options.symbols = symbols
        if field.options.dates != nil {
          field.options.dates = DateNotation(localeIdentifier: self.locale)
        }
        if !field.interactor.isEditing { try limit(field, at: locale.span) }
      }
    }
  }

  private func write(_ label: AttachedLabel) {
    if let date = label.interactor as? DateLabelInteractor, date.dates != .iso {
      date.dates = DateNotation(localeIdentifier: locale)
    }
    label.interactor.symbols = symbols
  }

  /// All labels, those of forms among them.
  private var labels: [AttachedLabel] {
    var labels: [AttachedLabel] = []
    var rest = names.all.compactMap(\.binding.interactor)
    while let interactor = rest.popLast() {
      if let label = interactor as? AttachedLabel { labels.insert(label, at: 0) }
      rest += interactor.listedParts
    }
    return labels
  }
}
