import Interactors
import Records
import Validation
import Values

nonisolated public final class GuestLabel: TextLabelInteractor {
  public private(set) var changes = 0

  public override func propertyDidChange(sender: any NotifyPropertyChanged, args: PropertyChange) {
    changes += 1
    super.propertyDidChange(sender: sender, args: args)
  }

  public override func text(for value: Value) -> String {
    let isLoud = MainActor.assumeIsolated { Settings.shared.isLoud }
    return super.text(for: value) + (isLoud ? "!" : "")
  }
}

nonisolated public final class DayField: IntegerTextFieldInteractor {
  public private(set) var ends = 0

  public override func didActivate() {
    super.didActivate()
    traits.placeholder = "day"
  }

  public override func end(_ cause: EditingEnd) -> ReturnOutcome {
    ends += 1
    return super.end(cause)
  }
}

/// A custom control of the app.
nonisolated public final class CheapSwitch: ControlInteractor {
  public var isOn = false

  public override func updateSubject() throws(Violation) {
    try set(.decimal(isOn ? 50 : 80))
  }
}
