"""What the library for accounts says on its pages and in its letters, told better by our own catalogues.

Nothing imports this: it brings the texts to the catalogues, which come before those of the library.
"""

from django.utils.translation import gettext_lazy as _

WORDS = (
    # Pages
    _("Email"),
    _("Email address"),
    _("Email Addresses"),
    _("The following email addresses are associated with your account:"),
    _("Add Email Address"),
    _("Add Email"),
    _("If you have not created an account yet, then please %(link)ssign up%(end_link)s first."),
    _("Already have an account? Then please %(link)ssign in%(end_link)s."),
    _("Forgotten your password? Enter your email address below, and we'll send you an email allowing you to reset it."),
    _(
        "We have sent you an email. If you have not received it please check your spam folder. Otherwise contact us if "
        "you do not receive it in a few minutes."
    ),
    _("Verify Your Email Address"),
    _("Sign Up"),
    _("Signup"),
    _("Sign Out"),
    _("Are you sure you want to sign out?"),
    _("Change Password"),
    _("Password Reset"),
    _("Reset My Password"),
    _("Re-send Verification"),
    _("Make Primary"),
    # What is said after an act
    _("Confirmation email sent to %(email)s."),
    _("You have confirmed %(email)s."),
    _("Successfully signed in as %(name)s."),
    _("You have signed out."),
    _("Invalid login."),
    _("Be patient, you are sending too many requests."),
    # Letters
    _("Your email has been confirmed."),
    _(
        "You are receiving this email because you or someone else tried to signup for an\naccount using email address:"
        "\n\n%(email)s\n\nHowever, an account using that email address already exists.  In case you have\nforgotten "
        "about this, please use the password forgotten procedure to recover\nyour account:\n\n%(password_reset_url)s"
    ),
    _("Hello from %(site_name)s!"),
    _("Thank you for using %(site_name)s!\n%(site_domain)s"),
    _("Please Confirm Your Email Address"),
    _("Email Confirmation"),
    _("Password Set"),
    _("Password Reset Email"),
    _(
        "You are receiving this email because you, or someone else, tried to access an account with email %(email)s. "
        "However, we do not have any record of such an account in our database."
    ),
    _("If it was you, you can sign up for an account using the link below."),
)
