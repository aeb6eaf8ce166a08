// The styled entry would write a <style> element, which the page's policy forbids.
import { ToastContainer } from 'react-toastify/unstyled'
import './toast.css'

export { toast } from 'react-toastify/unstyled'

export function ToastHost() {
  return <ToastContainer closeOnClick theme="colored" hideProgressBar icon={false} />
}
